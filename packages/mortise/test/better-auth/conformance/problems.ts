import type { Report } from "@mortise/conformance"
import { betterAuthCases } from "@mortise/conformance/better-auth"
import { storedSessions } from "../../../../conformance/src/suites/better-auth/flows/sessions.ts"
import { storageCases } from "../../../../conformance/src/suites/better-auth/storage/index.ts"

const storageIds = new Set([...storageCases, ...storedSessions].map(({ id }) => id))

/** The cases that need no secondary storage, and a single process. */
export const casesWithoutStorage = betterAuthCases.filter(
  ({ id, processes }) => !processes && !storageIds.has(id),
)

/** Better Auth itself looks for a user before it creates one, so that a click of several at once can meet the other's. */
const ofBetterAuth = ["magic-links/every-link-of-a-new-address"]

/** Every case that did not pass, with the reason, except those that no adapter can pass. */
export const problemsOf = ({ results }: Report): string[] =>
  results
    .filter(({ id, status }) => status !== "passed" && !(status === "warned" && ofBetterAuth.includes(id)))
    .map(({ id, error, reason }) => `${id}: ${error?.message ?? reason}`)
