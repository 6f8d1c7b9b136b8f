export { httpAdapter } from "./client/http-adapter.ts"
export type { HttpOptions, TenantHttpOptions } from "./client/http-options.ts"
export { insecureWithoutAuthentication, insecureWithoutTls } from "./protocol/insecure.ts"
