import type { Factory } from "@mortise/conformance"
import { engines } from "../../../support/engines.ts"

/** Each process makes its own adapter for the database that the environment variables name. */
export const factory: Factory = () => {
  const engine = engines.find(({ name }) => name === process.env["MORTISE_RACE_ENGINE"])
  if (!engine) throw new Error("MORTISE_RACE_ENGINE names no engine")
  const client = engine.connect(process.env["MORTISE_RACE_URL"] ?? "")
  return { adapter: client.adapter({ onWarning: () => {} }), close: client.close }
}
