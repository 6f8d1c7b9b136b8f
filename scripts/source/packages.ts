import { join } from "node:path"
import { root } from "../ensure-install.mjs"

/** The folders of the published packages. Each one may import the ones before it, by the names that users import. */
export const packages = {
  mortise: join(root, "packages/mortise"),
  conformance: join(root, "packages/conformance"),
} as const
