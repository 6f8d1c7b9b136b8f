export { accessTokens } from "./access-tokens.ts"
export type { SignInReason, TokenEvent } from "./token-events.ts"
export type { TokenOptions, TokenProvider } from "./token-options.ts"
export type {
  AccessTokens,
  FreshToken,
  NoToken,
  RevokeTokensResult,
  SignedInAccount,
  TokenResult,
  WhichAccount,
} from "./token-types.ts"
