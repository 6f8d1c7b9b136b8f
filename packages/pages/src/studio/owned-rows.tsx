import type { VNode } from "preact"
import type { Part, VisibleRow } from "../../../mortise/src/cli/studio/api-types.ts"
import { Card } from "../card.tsx"
import { RowsCard } from "./rows-card.tsx"
import { textOf } from "./text-of.tsx"

type OwnedRowsProps = {
  readonly title: string
  readonly what: string
  readonly part: Part<readonly VisibleRow[]>
  readonly action: string | undefined
  readonly onAction: (row: VisibleRow) => void
}

/** A card with rows of one kind, or with the reason why they cannot be read. */
export function OwnedRows({ title, what, part, action, onAction }: OwnedRowsProps): VNode {
  if ("value" in part)
    return <RowsCard title={title} what={what} rows={part.value} action={action} onAction={onAction} />
  return (
    <Card title={title}>
      <p>{textOf(part.problem)}</p>
    </Card>
  )
}
