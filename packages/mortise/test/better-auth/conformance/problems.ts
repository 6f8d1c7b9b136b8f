import type { Report } from "@mortise/conformance"
import { betterAuthCases } from "@mortise/conformance/better-auth"
import { databaseCases } from "../../../../conformance/src/suites/better-auth/cases/index.ts"
import { storedSessions } from "../../../../conformance/src/suites/better-auth/flows/sessions.ts"
import { storageCases } from "../../../../conformance/src/suites/better-auth/storage/index.ts"
import type { Opened } from "./setup-on.ts"

const storageIds = new Set([...storageCases, ...storedSessions].map(({ id }) => id))

/** The cases that need no secondary storage, and a single process. */
export const casesWithoutStorage = betterAuthCases.filter(
  ({ id, processes }) => !processes && !storageIds.has(id),
)

// Work that failed is not undone, and is seen from outside meanwhile.
const needTransactions = /^transactions\/(undo-|do-not-mix|uncommitted-rows-are-not-seen|nothing-escapes)/

/** The ids of the cases about databases that a client can pass, in a single process. */
export const listDatabaseCases = ({ options, close }: Opened): string[] =>
  databaseCases
    .filter(({ processes }) => !processes)
    .map(({ id }) => id)
    .filter((id) => options?.transaction !== false || !needTransactions.test(id))
    .filter((id) => close || !id.startsWith("outages/"))

/** Better Auth itself looks for a user before it creates one, so that a click of several at once can meet the other's. */
const ofBetterAuth = ["magic-links/every-link-of-a-new-address"]

/** Every case that did not pass, with the reason, except those that no adapter can pass. */
export const problemsOf = ({ results }: Report): string[] =>
  results
    .filter(({ id, status }) => status !== "passed" && !(status === "warned" && ofBetterAuth.includes(id)))
    .map(({ id, error, reason }) => `${id}: ${error?.message ?? reason}`)
