import type { StoreManifest } from "./manifest.ts"
import type { ModelName } from "./models.ts"

const inSessionsHalf: readonly ModelName[] = ["session", "verificationToken", "slot"]

/** Whether a split adapter stores the rows of a model in its sessions half. */
export const isInSessionsHalf = (model: ModelName): boolean => inSessionsHalf.includes(model)

type Durability = StoreManifest["durability"]

const durabilities: readonly Durability[] = ["none", "process", "power", "replicated"]

/** What survives in both halves of a split adapter. */
export const weakestDurability = (left: Durability, right: Durability): Durability =>
  durabilities.indexOf(left) < durabilities.indexOf(right) ? left : right
