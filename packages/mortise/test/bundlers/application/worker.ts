import { tryEverything } from "./sign-in.ts"

export const worker = { fetch: tryEverything }
