import { inFullRun } from "../../../../workshop/src/tests/tier.ts"
import { audited, encryptedTokens, hashedSessions, traced } from "../../../src/layers/index.ts"
import { auditKey } from "./audited-memory.ts"
import { silentTelemetry } from "./silent-telemetry.ts"
import { testKeys as keys } from "./test-keys.ts"

type AddLayers = <A extends object>(adapter: A) => A

/** Each layer alone. */
export const single = {
  hashedSessions,
  encryptedTokens: (adapter) => encryptedTokens(adapter, { keys }),
  audited: (adapter) => audited(adapter, () => {}, { key: auditKey }),
  traced: (adapter) => traced(adapter, silentTelemetry),
} satisfies Record<string, AddLayers>

/** All layers, in their order. */
export const all: AddLayers = (adapter) =>
  single.traced(single.audited(single.encryptedTokens(single.hashedSessions(adapter))))

/** What the stores are tested with: all layers together, and in a full run each alone. */
export const stacks: readonly (readonly [string, AddLayers])[] = [
  ["all layers", all],
  ...inFullRun(Object.entries(single)),
]
