import { type Case, listCases, type NewCase } from "../case.ts"
import { lifeCases } from "../lives/life-cases.ts"
import { programCases } from "../programs/program-cases.ts"
import { accountFields } from "./accounts/account-fields.ts"
import { accounts } from "./accounts/accounts.ts"
import { linking } from "./accounts/linking.ts"
import { unlinking } from "./accounts/unlinking.ts"
import { emptyStore } from "./adapter/empty-store.ts"
import { errors } from "./adapter/errors.ts"
import { extras } from "./adapter/extras.ts"
import { outage } from "./adapter/outage.ts"
import { secrets } from "./adapter/secrets.ts"
import { shape } from "./adapter/shape.ts"
import { freshReads } from "./caching/fresh-reads/index.ts"
import { lateEffects } from "./caching/late-effects.ts"
import { missedRows } from "./caching/missed-rows.ts"
import { takenOver } from "./caching/taken-over.ts"
import { exactKeys } from "./keys/exact-keys/index.ts"
import { extraFields } from "./keys/extra-fields.ts"
import { keyTypes } from "./keys/key-types/index.ts"
import { missingKeys } from "./keys/missing-keys.ts"
import { reusedKeys } from "./keys/reused-keys.ts"
import { authenticators } from "./passkeys/authenticators.ts"
import { comparedCounters } from "./passkeys/counters/comparisons.ts"
import { counters } from "./passkeys/counters/updates.ts"
import { concurrentLookups } from "./races/concurrent-lookups/rows.ts"
import { lookupsOfSimilarKeys } from "./races/concurrent-lookups/similar-keys.ts"
import { lookupsBesideWrongValues } from "./races/concurrent-lookups/wrong-values.ts"
import { extraRaces } from "./races/extra-races.ts"
import { interleavings } from "./races/interleavings.ts"
import { lateAddressesAndMoves } from "./races/late-writes/addresses-and-moves.ts"
import { lateRowsOfEveryKind } from "./races/late-writes/rows.ts"
import { lookupsDuringOneChange } from "./races/lookups-during/one-change.ts"
import { lookupsDuringTwoChanges } from "./races/lookups-during/two-changes.ts"
import { lostWritesOfEveryKind } from "./races/lost-writes/every-kind.ts"
import { lostWritesOfOneRow } from "./races/lost-writes/one-row.ts"
import { lostRowsOfEveryKind } from "./races/lost-writes/rows.ts"
import { oneWinner } from "./races/one-winner.ts"
import { ownAnswers } from "./races/own-answers.ts"
import { processCases } from "./races/processes.ts"
import { lookupsUnderLoad } from "./races/under-load.ts"
import { bareRows } from "./rows/bare-rows.ts"
import { ownFields } from "./rows/own-fields.ts"
import { owners } from "./rows/owners.ts"
import { refusedRows } from "./rows/refused-rows.ts"
import { untouched } from "./rows/untouched/index.ts"
import { bursts } from "./scale/bursts.ts"
import { largeTables } from "./scale/large-tables.ts"
import { manyRowsOfAUser } from "./scale/many-rows.ts"
import { expiredSessions } from "./sessions/expired-sessions.ts"
import { shortLives } from "./sessions/lifetimes/expiring-sessions.ts"
import { shortLivesOfTokens } from "./sessions/lifetimes/expiring-tokens.ts"
import { aroundTheExpiry } from "./sessions/lifetimes/last-moments.ts"
import { lastingExpiries } from "./sessions/lifetimes/lasting-rows.ts"
import { seenSessions } from "./sessions/lifetimes/seen-sessions.ts"
import { expiriesAtBoundaries } from "./sessions/lifetimes/start-of-time.ts"
import { sessionUpdates } from "./sessions/session-updates.ts"
import { sessions } from "./sessions/sessions.ts"
import { signOuts } from "./sessions/sign-outs.ts"
import { verificationTokens } from "./tokens/verification-tokens.ts"
import { cascades } from "./users/cascades.ts"
import { deletions } from "./users/deletions.ts"
import { emailChanges } from "./users/email-changes/changes.ts"
import { returnedAddresses } from "./users/email-changes/returned-addresses.ts"
import { emails } from "./users/emails.ts"
import { emptyFields } from "./users/empty-fields.ts"
import { formerKeys } from "./users/former-keys.ts"
import { spellingsInAgreement } from "./users/spellings/agreement.ts"
import { freshSpellings } from "./users/spellings/freshness.ts"
import { spellingsOfOneUser } from "./users/spellings/one-user.ts"
import { userUpdates } from "./users/user-updates.ts"
import { users } from "./users/users.ts"
import { absentValues } from "./values/absent-values.ts"
import { argumentCases } from "./values/arguments/cases.ts"
import { clockChanges } from "./values/clock-changes.ts"
import { farDates } from "./values/dates/far-dates.ts"
import { datesInLookups } from "./values/dates/results.ts"
import { datesInWrites } from "./values/dates/results-of-writes.ts"
import { hostileText } from "./values/hostile-text.ts"
import { numbers } from "./values/numbers.ts"
import { unexpectedValues } from "./values/odd-values.ts"
import { resultsAfterChanges } from "./values/separate-results/after-changes.ts"
import { separateResults } from "./values/separate-results/lookups.ts"
import { smallChanges } from "./values/small-changes.ts"
import { exactText } from "./values/text/exact-text.ts"
import { keptOrRefused } from "./values/text/kept-or-refused.ts"
import { lengths } from "./values/text/lengths.ts"
import { zeros } from "./values/zeros.ts"

/** Cases about caches: writes of any other case could clear the cache. */
const runUndisturbed = (list: readonly NewCase[]) => listCases({ alone: true, undisturbed: true }, list)

// A store-wide lock hides races while the calls of other cases wait for it, and their writes clear a cache.
const runAlone = (list: readonly NewCase[]) => listCases({ alone: true }, list)

/**
 * Every case, as data. Reports list the cases in this order.
 *
 * @example
 * ```ts
 * import { cases } from "@mortise/conformance"
 *
 * for (const { id, level, clause, title } of cases) console.log(id, level, clause, title)
 * ```
 */
export const cases: readonly Case[] = listCases(
  {},
  [
    ...[
      shape,
      emptyStore,
      users,
      userUpdates,
      emails,
      emailChanges,
      returnedAddresses,
      emptyFields,
      deletions,
      formerKeys,
      cascades,
    ],
    ...[accounts, linking, unlinking, accountFields],
    ...[sessions, sessionUpdates, signOuts, expiredSessions, verificationTokens],
    ...[bareRows, ownFields, expiriesAtBoundaries, keyTypes],
    ...[authenticators, counters, comparedCounters, owners, untouched, refusedRows],
    ...[
      datesInLookups,
      datesInWrites,
      smallChanges,
      farDates,
      clockChanges,
      numbers,
      zeros,
      absentValues,
      exactKeys,
      extraFields,
      hostileText,
      exactText,
      lengths,
      keptOrRefused,
      reusedKeys,
      missingKeys,
      unexpectedValues,
      separateResults,
      resultsAfterChanges,
      argumentCases,
    ],
    ...[errors, secrets, outage, extras],
    ...[missedRows, freshReads, seenSessions].map(runUndisturbed),
    ...[
      ownAnswers,
      oneWinner,
      lostRowsOfEveryKind,
      lostWritesOfOneRow,
      lostWritesOfEveryKind,
      interleavings,
      lateRowsOfEveryKind,
      lateAddressesAndMoves,
      extraRaces,
      concurrentLookups,
      lookupsOfSimilarKeys,
      lookupsBesideWrongValues,
      lookupsUnderLoad,
      lookupsDuringOneChange,
      lookupsDuringTwoChanges,
      spellingsInAgreement,
      spellingsOfOneUser,
      freshSpellings,
      processCases,
    ].map(runAlone),
    ...[
      programCases,
      lifeCases,
      bursts,
      manyRowsOfAUser,
      largeTables,
      lastingExpiries,
      takenOver,
      lateEffects,
      // These wait longest, and the last of the list start first.
      shortLives,
      aroundTheExpiry,
      shortLivesOfTokens,
    ],
  ].flat(),
)
