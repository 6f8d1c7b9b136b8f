export type { LimitOptions } from "../contract/slots.ts"
export type { CallGroup, CallName } from "./protocol/call.ts"
export type { JsonSchema } from "./protocol/codec.ts"
export { insecureWithoutAuthentication } from "./protocol/insecure.ts"
export { jsonSchema, type OpenapiOptions, openapi } from "./protocol/openapi.ts"
export type { FieldPermission, Permission } from "./protocol/permissions.ts"
export {
  type CallerRecord,
  createServiceKey,
  type ServiceKeyRecord,
  type SigningRecord,
} from "./protocol/service-key.ts"
export type { Caller, Callers } from "./server/callers.ts"
export { limitRate, type RateLimit, type RequestSource } from "./server/rate-limit.ts"
export { type Server, serve } from "./server/serve.ts"
export type { RequestSummary, ServeOptions } from "./server/serve-options.ts"
export type { RequestConnection } from "./server/service.ts"
