import type { User } from "../../contract/types.ts"
import type { AnyUser, AuthAdapter } from "../adapter/normalize-adapter.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { AuthSettings, SessionStrategy } from "./auth-options.ts"

/** The options of `createAuth` for an application with tenants. */
export type TenantAuthOptions<
  U extends AnyUser = User,
  S extends SessionStrategy = "jwt",
  F extends string = string,
> = Omit<AuthSettings<S, F>, "origin"> & {
  /** What a factory returns with `tenants: true`, or your own function that returns adapters made by it. */
  readonly adapter: (tenant: string) => AuthAdapter<U>
  /**
   * The tenant of a request; null for a request of none, which is refused. Accept only names that you know: a client can
   * send any host and any header.
   */
  readonly tenant: (request: HasHeaders) => string | null | undefined | PromiseLike<string | null | undefined>
  /** The application's origin, or a function that returns the origin of each tenant. */
  readonly origin: string | ((tenant: string) => string)
}
