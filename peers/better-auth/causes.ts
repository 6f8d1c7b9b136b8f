import type { Outcome } from "../measure-peers.ts"
import { communityCauses } from "./community-causes.ts"
import { officialCauses } from "./official-causes.ts"
import type { Peer } from "./peer.ts"

/** The known causes. A failure belongs to the first one that fits. */
export const causes = [...officialCauses, ...communityCauses]

/** The musts that failed, grouped by cause. */
export function failuresByCause(results: readonly Outcome[], peer: Peer) {
  const failed = results.filter(({ status }) => status === "failed")
  const causeOf = (outcome: Outcome) => causes.find(({ fits }) => fits(outcome, peer))
  const explained = causes.map((cause) => ({
    ...cause,
    failures: failed.filter((outcome) => causeOf(outcome) === cause),
  }))
  return {
    explained: explained.filter(({ failures }) => failures.length > 0),
    others: failed.filter((outcome) => !causeOf(outcome)),
  }
}
