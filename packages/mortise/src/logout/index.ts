export { federatedLogout } from "./federated-logout.ts"
export type { LogoutEvent, LogoutOptions, LogoutProvider } from "./logout-options.ts"
export type { EndSession, FederatedLogout, LogoutAccount } from "./logout-types.ts"
