import { accountFieldMutants } from "./account-fields.ts"
import { accountMutants } from "./accounts.ts"
import { answerMutants } from "./answers.ts"
import { argumentObjectMutants } from "./argument-objects.ts"
import { argumentMutants } from "./arguments.ts"
import { bareRowMutants } from "./bare-rows.ts"
import { boundaryRefusalMutants } from "./boundary-refusals.ts"
import { cachedMissMutants } from "./cached-misses.ts"
import { cacheMutants } from "./caches.ts"
import { changedValueMutants } from "./changed-values.ts"
import { clearedCacheMutants } from "./cleared-caches.ts"
import { confusedKeyMutants } from "./confused-keys.ts"
import { counterMutants } from "./counters.ts"
import { deletionMutants } from "./deletions.ts"
import { duplicateMutants } from "./duplicates.ts"
import { eachLookupMutants } from "./each-lookup.ts"
import { edgeValueMutants } from "./edge-values.ts"
import { emailMutants } from "./emails.ts"
import { emptyAndFoldedValueMutants } from "./empty-and-folded-values.ts"
import { errorMutants } from "./errors.ts"
import { expiryBoundaryMutants } from "./expiry-boundaries.ts"
import { falsyMutants } from "./falsy.ts"
import { foldedAndEvictedMutants } from "./folded-and-evicted.ts"
import { fullListMutants } from "./full-lists.ts"
import { identityMutants } from "./identity.ts"
import { incompleteDeletionMutants } from "./incomplete-deletions.ts"
import { indexMutants } from "./indexes.ts"
import { joinedRowMutants } from "./joined-rows.ts"
import { keptArgumentMutants } from "./kept-arguments.ts"
import { keptValueMutants } from "./kept-values.ts"
import { keyTypeMutants } from "./key-types.ts"
import { keyMutants } from "./keys.ts"
import { lateIndexMutants } from "./late-index-entries.ts"
import { lateReplayMutants } from "./late-replays.ts"
import { lateRowMutants } from "./late-rows.ts"
import { leakMutants } from "./leaks.ts"
import { limitMutants } from "./limits.ts"
import { lifeMutants } from "./lives.ts"
import { lookupMutants } from "./lookups.ts"
import { lostChangeMutants } from "./lost-changes.ts"
import { missingKeyMutants } from "./missing-keys.ts"
import { mixedAnswerMutants } from "./mixed-answers.ts"
import type { Mutant } from "./mutant.ts"
import { newAndFullStoreMutants } from "./new-and-full-stores.ts"
import { objectMutants } from "./objects.ts"
import { oddKeyMutants } from "./odd-keys.ts"
import { overlappingWriteMutants } from "./overlapping-writes.ts"
import { passkeyMutants } from "./passkeys.ts"
import { refusalMutants } from "./refusals.ts"
import { refusedWriteMutants } from "./refused-writes.ts"
import { resultMutants } from "./results.ts"
import { cachedResultMutants } from "./results-of-caches.ts"
import { scaleMutants } from "./scale.ts"
import { secondMutants } from "./seconds.ts"
import { sessionUpdateMutants } from "./session-updates.ts"
import { sessionMutants } from "./sessions.ts"
import { shapeMutants } from "./shapes.ts"
import { sharedConnectionMutants } from "./shared-connections.ts"
import { sharedReadMutants } from "./shared-reads.ts"
import { siblingMutants } from "./siblings.ts"
import { sideEffectMutants } from "./side-effects.ts"
import { similarLookupMutants } from "./similar-lookups.ts"
import { staleCopyMutants } from "./stale-copies.ts"
import { staleReadMutants } from "./stale-reads.ts"
import { tokenAnswerMutants } from "./token-answers.ts"
import { tokenMutants } from "./tokens.ts"
import { tornReadMutants } from "./torn-reads.ts"
import { tornWriteMutants } from "./torn-writes.ts"
import { truncatedFieldMutants } from "./truncated-fields.ts"
import { unaskedEffectMutants } from "./unasked-effects.ts"
import { unwrittenChangeMutants } from "./unwritten-changes.ts"
import { userDocumentMutants } from "./user-documents.ts"
import { userUpdateMutants } from "./user-updates.ts"
import { userMutants } from "./users.ts"
import { valueMutants } from "./values.ts"
import { wrongClockMutants } from "./wrong-clocks.ts"
import { wrongMatchMutants } from "./wrong-matches.ts"
import { wrongScopeMutants } from "./wrong-scope.ts"

export type { Mutant } from "./mutant.ts"

/** Every known defect, each as an adapter that has only this defect. */
export const mutants: readonly Mutant[] = [
  ...userMutants,
  ...userUpdateMutants,
  ...emailMutants,
  ...accountMutants,
  ...accountFieldMutants,
  ...sessionMutants,
  ...sessionUpdateMutants,
  ...tokenMutants,
  ...tokenAnswerMutants,
  ...passkeyMutants,
  ...counterMutants,
  ...duplicateMutants,
  ...deletionMutants,
  ...valueMutants,
  ...keyMutants,
  ...argumentMutants,
  ...shapeMutants,
  ...objectMutants,
  ...errorMutants,
  ...answerMutants,
  ...falsyMutants,
  ...lookupMutants,
  ...cacheMutants,
  ...indexMutants,
  ...limitMutants,
  ...refusalMutants,
  ...wrongScopeMutants,
  ...mixedAnswerMutants,
  ...staleReadMutants,
  ...tornWriteMutants,
  ...secondMutants,
  ...scaleMutants,
  ...edgeValueMutants,
  ...identityMutants,
  ...resultMutants,
  ...eachLookupMutants,
  ...foldedAndEvictedMutants,
  ...similarLookupMutants,
  ...sideEffectMutants,
  ...changedValueMutants,
  ...truncatedFieldMutants,
  ...userDocumentMutants,
  ...keptArgumentMutants,
  ...lateRowMutants,
  ...lostChangeMutants,
  ...cachedMissMutants,
  ...lateIndexMutants,
  ...wrongClockMutants,
  ...lateReplayMutants,
  ...argumentObjectMutants,
  ...siblingMutants,
  ...incompleteDeletionMutants,
  ...keptValueMutants,
  ...leakMutants,
  ...unaskedEffectMutants,
  ...unwrittenChangeMutants,
  ...newAndFullStoreMutants,
  ...lifeMutants,
  ...sharedReadMutants,
  ...tornReadMutants,
  ...refusedWriteMutants,
  ...overlappingWriteMutants,
  ...staleCopyMutants,
  ...wrongMatchMutants,
  ...expiryBoundaryMutants,
  ...fullListMutants,
  ...emptyAndFoldedValueMutants,
  ...cachedResultMutants,
  ...missingKeyMutants,
  ...confusedKeyMutants,
  ...bareRowMutants,
  ...joinedRowMutants,
  ...boundaryRefusalMutants,
  ...keyTypeMutants,
  ...sharedConnectionMutants,
  ...clearedCacheMutants,
  ...oddKeyMutants,
]
