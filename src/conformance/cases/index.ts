import type { Case } from "../case.ts"
import { processCases } from "../processes/cases.ts"
import { programCases } from "../programs/cases.ts"
import { accountFields } from "./accounts/account-fields.ts"
import { accounts } from "./accounts/accounts.ts"
import { linking } from "./accounts/linking.ts"
import { unlinking } from "./accounts/unlinking.ts"
import { errors } from "./adapter/errors.ts"
import { extras } from "./adapter/extras.ts"
import { outage } from "./adapter/outage.ts"
import { shape } from "./adapter/shape.ts"
import { cutKeys } from "./keys/cut-keys.ts"
import { keptKeys } from "./keys/kept-keys.ts"
import { keyParts } from "./keys/key-parts.ts"
import { keys } from "./keys/keys.ts"
import { similarKeys } from "./keys/similar-keys.ts"
import { authenticators } from "./passkeys/authenticators.ts"
import { counters } from "./passkeys/counters.ts"
import { owners } from "./passkeys/owners.ts"
import { extraRaces } from "./races/extra-races.ts"
import { interleavings } from "./races/interleavings.ts"
import { lateWrites } from "./races/late-writes.ts"
import { lostWrites } from "./races/lost-writes.ts"
import { races } from "./races/races.ts"
import { expiredSessions } from "./sessions/expired-sessions.ts"
import { freshReads } from "./sessions/fresh-reads.ts"
import { repeats } from "./sessions/repeats.ts"
import { sessionUpdates } from "./sessions/session-updates.ts"
import { sessions } from "./sessions/sessions.ts"
import { signOuts } from "./sessions/sign-outs.ts"
import { verificationTokens } from "./tokens/verification-tokens.ts"
import { wrongTokens } from "./tokens/wrong-tokens.ts"
import { cascades } from "./users/cascades.ts"
import { deletions } from "./users/deletions.ts"
import { emailChanges } from "./users/email-changes.ts"
import { emails } from "./users/emails.ts"
import { emptyFields } from "./users/empty-fields.ts"
import { userUpdates } from "./users/user-updates.ts"
import { users } from "./users/users.ts"
import { aliasing } from "./values/aliasing.ts"
import { aliasingMore } from "./values/aliasing-more.ts"
import { awkwardDates } from "./values/awkward-dates.ts"
import { characters } from "./values/characters.ts"
import { dates } from "./values/dates.ts"
import { hostileText } from "./values/hostile-text.ts"
import { input } from "./values/input.ts"
import { lengths } from "./values/lengths.ts"
import { numbers } from "./values/numbers.ts"
import { oddValues } from "./values/odd-values.ts"
import { operators } from "./values/operators.ts"

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
