import type { ContractAuthName } from "../protocol.ts"
import type { Application, ApplicationParts } from "./application.ts"
import { openAuthjs } from "./authjs.ts"
import { openMortise } from "./mortise.ts"

/** Opens the demo application over Auth.js or `mortise/auth`. */
export const openApplication = (auth: ContractAuthName, parts: ApplicationParts): Application =>
  auth === "authjs" ? openAuthjs(parts) : openMortise(parts)

/** Both applications on one store: a link of one can be opened after the switch to the other. */
export const openApplications = (
  parts: ApplicationParts,
): Readonly<Record<ContractAuthName, Application>> => ({
  authjs: openApplication("authjs", parts),
  mortise: openApplication("mortise", parts),
})
