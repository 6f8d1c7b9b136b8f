export {
  type AuthClient,
  type AuthClientOptions,
  authClient,
  type ClientResult,
  type ClientUser,
  type WebAuthnBrowser,
} from "./auth-client.ts"
