import type { NewCase } from "../../../case.ts"
import { absentKeys } from "./absent-keys.ts"
import { addresses } from "./addresses.ts"
import { deletedOwners } from "./deleted-owners.ts"
import { longKeys } from "./long-keys.ts"
import { oddKeys } from "./odd-keys.ts"
import { otherRows } from "./other-rows.ts"
import { pairedKeys } from "./paired-keys.ts"
import { returnedKeys } from "./returned-keys.ts"
import { separateKeys } from "./separate-keys.ts"
import { specialCharacters } from "./special-characters.ts"
import { specialTexts } from "./special-texts.ts"
import { specialWords } from "./special-words.ts"
import { writtenRows } from "./written-rows.ts"

/** Keys are compared byte by byte. */
export const exactKeys: readonly NewCase[] = [
  ...[absentKeys, separateKeys, specialCharacters, longKeys, writtenRows, deletedOwners],
  ...[pairedKeys, oddKeys, otherRows, specialTexts, specialWords, addresses, returnedKeys],
].flat()
