import type { OAuthProvider } from "../../../src/auth/index.ts"
import { emailFlows } from "./email-flows.ts"
import { firstProofFlows } from "./first-proof-flows.ts"
import type { Flow } from "./flow.ts"
import { oauthFlows } from "./oauth-flows.ts"
import { passkeyFlows } from "./passkey-flows.ts"
import { revocationFlows } from "./revocation-flows.ts"
import { sessionFlows } from "./session-flows.ts"

/** Every flow of `mortise/auth`, with this provider. */
export const allFlows = (provider: OAuthProvider): readonly Flow[] => [
  ...sessionFlows,
  ...revocationFlows,
  ...emailFlows,
  ...oauthFlows(provider),
  ...passkeyFlows,
  ...firstProofFlows,
]
