import type { Case } from "../case.ts"
import { processCases } from "../processes/cases.ts"
import { programCases } from "../programs/cases.ts"
import { accountFields } from "./account-fields.ts"
import { accounts } from "./accounts.ts"
import { aliasing } from "./aliasing.ts"
import { aliasingMore } from "./aliasing-more.ts"
import { authenticators } from "./authenticators.ts"
import { awkwardDates } from "./awkward-dates.ts"
import { cascades } from "./cascades.ts"
import { characters } from "./characters.ts"
import { counters } from "./counters.ts"
import { cutKeys } from "./cut-keys.ts"
import { dates } from "./dates.ts"
import { deletions } from "./deletions.ts"
import { emailChanges } from "./email-changes.ts"
import { emails } from "./emails.ts"
import { emptyFields } from "./empty-fields.ts"
import { errors } from "./errors.ts"
import { expiredSessions } from "./expired-sessions.ts"
import { extraRaces } from "./extra-races.ts"
import { extras } from "./extras.ts"
import { freshReads } from "./fresh-reads.ts"
import { hostileText } from "./hostile-text.ts"
import { input } from "./input.ts"
import { interleavings } from "./interleavings.ts"
import { keptKeys } from "./kept-keys.ts"
import { keyParts } from "./key-parts.ts"
import { keys } from "./keys.ts"
import { lateWrites } from "./late-writes.ts"
import { lengths } from "./lengths.ts"
import { linking } from "./linking.ts"
import { lostWrites } from "./lost-writes.ts"
import { numbers } from "./numbers.ts"
import { oddValues } from "./odd-values.ts"
import { operators } from "./operators.ts"
import { outage } from "./outage.ts"
import { owners } from "./owners.ts"
import { races } from "./races.ts"
import { repeats } from "./repeats.ts"
import { sessionUpdates } from "./session-updates.ts"
import { sessions } from "./sessions.ts"
import { shape } from "./shape.ts"
import { signOuts } from "./sign-outs.ts"
import { similarKeys } from "./similar-keys.ts"
import { unlinking } from "./unlinking.ts"
import { userUpdates } from "./user-updates.ts"
import { users } from "./users.ts"
import { verificationTokens } from "./verification-tokens.ts"
import { wrongTokens } from "./wrong-tokens.ts"

/**
 * Every case, as data.
 *
 * @example
 * ```ts
 * import { cases } from "mortise/conformance"
 *
 * for (const { id, level, clause, title } of cases) console.log(id, level, clause, title)
 * ```
 */
export const cases: readonly Case[] = [
  ...[shape, users, userUpdates, emails, emailChanges, emptyFields, deletions, cascades],
  ...[accounts, linking, unlinking, accountFields],
  ...[
    sessions,
    freshReads,
    repeats,
    sessionUpdates,
    signOuts,
    expiredSessions,
    verificationTokens,
    wrongTokens,
  ],
  ...[authenticators, counters, owners],
  ...[
    dates,
    awkwardDates,
    numbers,
    keys,
    keyParts,
    keptKeys,
    similarKeys,
    characters,
    hostileText,
    lengths,
    cutKeys,
    input,
    operators,
    oddValues,
    aliasing,
    aliasingMore,
  ],
  ...[races, lostWrites, interleavings, lateWrites],
  ...[errors, outage, extras, extraRaces],
  ...[programCases, processCases],
].flat()
