import type { Permission } from "../../../mortise/src/http/server.ts"

/** All calls, and all secret fields. */
export const everyPermission: readonly Permission[] = [
  ...(["operations", "extras", "upkeep", "slots"] as const),
  ...(["session_tokens", "provider_tokens", "secrets"] as const),
]
