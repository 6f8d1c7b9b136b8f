import type { VNode } from "preact"
import type { Part, VisibleRow } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Card } from "../card.tsx"
import { formatCount } from "./plural.ts"
import { RowsCard } from "./rows-card.tsx"

type OwnedRowsProps = {
  readonly title: string
  readonly what: string
  readonly part: Part<readonly VisibleRow[]>
  readonly action: string | undefined
  readonly onAction: (row: VisibleRow) => void
  readonly empty: string
}

/** A card with rows of one kind, or with the reason why they cannot be read. */
export function OwnedRows({ title, what, part, ...rest }: OwnedRowsProps): VNode {
  if ("problem" in part) return <MissingPart title={title} part={part} />
  const aside = part.value.length === 0 ? "" : formatCount(part.value.length, what)
  return <RowsCard title={title} what={what} rows={part.value} aside={aside} {...rest} />
}

type MissingPartProps = {
  readonly title: string
  readonly part: Extract<Part<unknown>, { readonly problem: string }>
}

/** The banner of the view says why the store failed. */
export function MissingPart({ title, part }: MissingPartProps): VNode {
  return (
    <Card title={title}>
      <p class="soft">{part.isFailure ? "Not loaded." : visibleText(part.problem)}</p>
    </Card>
  )
}
