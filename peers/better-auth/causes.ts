import type { Cause } from "./cause.ts"
import { communityCauses } from "./community-causes.ts"
import { officialCauses } from "./official-causes.ts"

/** The known causes. A failure belongs to the first one that fits. */
export const causes: readonly Cause[] = [...officialCauses, ...communityCauses]
