import type { NewCase } from "../../../case.ts"
import { changedRows } from "./changed-rows.ts"
import { manyCachedRows } from "./many-rows.ts"
import { rowsOfPeople } from "./rows-of-people.ts"

export const freshReads: readonly NewCase[] = [...changedRows, ...manyCachedRows, ...rowsOfPeople]
