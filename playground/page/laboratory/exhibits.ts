import type { AuthName, ExperimentName } from "../../protocol.ts"

/** One sentence about the other adapter and one about ours. The first experiment of the library shows both. */
export type Claim = { readonly finding: string; readonly contrast: string }

type Exhibit = {
  /** `theirs` is the short name of the adapter that the person compares with; undefined if there is none. */
  readonly claim: (theirs: string | undefined) => Claim
  /** What the first screen shows. The first one proves the claim. */
  readonly featured: readonly [ExperimentName, ExperimentName, ExperimentName]
  /** One more click away. */
  readonly more: readonly ExperimentName[]
}

/** What the laboratory shows about each library. */
export const exhibits: Readonly<Record<AuthName, Exhibit>> = {
  authjs: {
    claim: (theirs) => ({
      finding: `With Auth.js’s ${theirs === undefined ? "official adapters" : `${theirs} adapter`}, the old link of a deleted user still signs in.`,
      contrast: "With Mortise, it signs in nobody.",
    }),
    featured: ["oldLink", "log", "suite"],
    more: ["race", "deletion", "faults", "restart", "clock"],
  },
  mortise: {
    claim: () => ({
      finding: "If one call of a first sign-in fails, Auth.js can lock the person out for good.",
      contrast: "With mortise/auth, the next try signs in.",
    }),
    featured: ["faults", "restart", "log"],
    more: ["oldLink", "suite", "race", "deletion", "clock"],
  },
  "better-auth": {
    claim: () => ({
      finding:
        "With Better Auth’s own adapter, a first sign-in with Google in several tabs makes every later one fail.",
      contrast: "With mortiseDatabase, they work.",
    }),
    featured: ["googleAtOnce", "signUpHook", "betterAuth"],
    more: [],
  },
}
