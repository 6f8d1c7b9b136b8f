import type { LeftOut } from "../scoreboard/scoreboard.ts"

/** The other adapters that Better Auth's documentation names, and why they are not measured here. */
export const leftOut: readonly LeftOut[] = [
  { package: "@better-auth/mongo-adapter", reason: "needs MongoDB" },
  {
    package: "@hedystia/better-auth-typeorm 0.2.2",
    reason:
      "stores no row with Better Auth 1.7.7, because it expects ids in the data of each row: a sign-up fails with \"Field 'id' doesn't have a default value\"",
  },
  {
    package: "better-auth-mikro-orm 0.4.3",
    reason:
      "does not say how requests share MikroORM's entity manager, and its results at many calls at once depend on that",
  },
  { package: "surreal-better-auth", reason: "needs SurrealDB's server" },
  { package: "better-auth-firestore", reason: "needs Firestore or its emulator" },
  ...["@convex-dev/better-auth", "@better-auth-kit/convex"].map((name) => ({
    package: name,
    reason: "needs Convex",
  })),
  { package: "@daveyplate/better-auth-instantdb", reason: "needs InstantDB" },
  { package: "pocketbase-better-auth", reason: "needs PocketBase" },
  { package: "better-auth-mongoose", reason: "needs MongoDB" },
  ...["payload-auth", "payload-better-auth", "@delmaredigital/payload-better-auth"].map((name) => ({
    package: name,
    reason: "runs inside an application of Payload",
  })),
]
