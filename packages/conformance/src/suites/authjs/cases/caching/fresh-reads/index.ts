import type { Case } from "../../../case.ts"
import { changedRows } from "./changed-rows.ts"
import { manyCachedRows } from "./many-rows.ts"
import { rowsOfPeople } from "./rows-of-people.ts"

export const freshReads: readonly Case[] = [...changedRows, ...manyCachedRows, ...rowsOfPeople]
