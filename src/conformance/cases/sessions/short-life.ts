import type { CaseContext } from "../../case.ts"

/** Long enough for a few round trips, short enough to wait for. */
const lifeMs = { quick: 400, full: 1_000 }

/** At full effort the wait is longer, for stores that round up to whole seconds. */
const waitMs = { quick: 500, full: 2_400 }

export const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds)

/** The expiry of a row that ends soon. */
export const shortLife = ({ effort }: CaseContext): Date => inMs(lifeMs[effort])

/** Waits until such rows have expired. */
export const untilExpired = (t: CaseContext): Promise<void> => t.wait(waitMs[t.effort])

/** Whether a row is live. On a slow machine it may expire before the case has checked it: then the check is left out. */
export const isLive = (expires: Date): boolean => Date.now() < expires.getTime()
