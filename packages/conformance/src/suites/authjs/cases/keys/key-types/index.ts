import type { NewCase } from "../../../case.ts"
import { numericIds } from "./numeric-ids.ts"
import { wrongTypes } from "./wrong-types.ts"

/** Values of another type than text in place of a key. */
export const keyTypes: readonly NewCase[] = [...wrongTypes, ...numericIds]
