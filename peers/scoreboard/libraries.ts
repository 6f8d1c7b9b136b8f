import { cases } from "@mortise/conformance"
import { betterAuthCases } from "@mortise/conformance/better-auth"
import { adapterHarms } from "../../packages/conformance/src/suites/authjs/harms.ts"
import { databaseHarms } from "../../packages/conformance/src/suites/better-auth/harms.ts"
import { causes as causesOfBetterAuth } from "../better-auth/causes.ts"
import { leftOut as leftOutOfBetterAuth } from "../better-auth/left-out.ts"
import { causeOf, causes } from "../causes.ts"
import { leftOut } from "../left-out.ts"
import type { KnownLibrary } from "./merge.ts"
import type { LibraryName } from "./scoreboard.ts"
import type { CauseOf } from "./to-entry.ts"

type Library = KnownLibrary & { readonly causeOf: CauseOf }

/** What is known about the libraries without measuring an adapter. */
export const libraries: Readonly<Record<LibraryName, Library>> = {
  authjs: {
    title: "Auth.js",
    cases,
    harms: adapterHarms,
    causes: causes.map(({ title }) => ({ title })),
    leftOut,
    causeOf,
  },
  "better-auth": {
    title: "Better Auth",
    cases: betterAuthCases,
    harms: databaseHarms,
    causes: causesOfBetterAuth,
    leftOut: leftOutOfBetterAuth,
    causeOf: (outcome, name) => causesOfBetterAuth.find(({ fits }) => fits(outcome, name)),
  },
}
