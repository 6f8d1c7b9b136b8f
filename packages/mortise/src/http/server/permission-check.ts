import type { Permission } from "../protocol/permissions.ts"
import { type CallerChecks, identifyCaller } from "./identify-caller.ts"
import { errorBeforeEffect } from "./request-handler.ts"
import { errorReply, errorResponse, type HttpResponse, withHeaders } from "./responses.ts"
import type { ServerRequest } from "./server-request.ts"

/** The refusal of a request that is not a call, if its caller lacks a permission; `undefined` if the caller has it. */
export type PermissionCheck = (
  request: ServerRequest,
  address: string | undefined,
  permission: Permission,
) => Promise<HttpResponse | undefined>

export function createPermissionCheck(checks: CallerChecks): PermissionCheck {
  return async (request, address, permission) => {
    const rest = { route: undefined, idempotencyKey: "", body: async () => new Uint8Array(), labels: {} }
    try {
      const identity = await identifyCaller(checks, { request, address, ...rest })
      if (typeof identity === "string") return errorReply(identity)
      return identity.permissions.includes(permission) ? undefined : errorReply("forbidden")
    } catch (error) {
      return withHeaders(errorResponse(errorBeforeEffect(error)))
    }
  }
}
