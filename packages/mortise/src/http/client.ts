export { httpAdapter } from "./client/http-adapter.ts"
export type { HttpOptions } from "./client/http-options.ts"
export { insecureWithoutAuthentication, insecureWithoutTls } from "./protocol/insecure.ts"
