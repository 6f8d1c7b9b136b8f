import type { ComponentChildren, VNode } from "preact"
import { classes } from "./classes.ts"
import "./data-table.css"

export type Column<Row> = {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers and times are aligned at the end. */
  readonly align?: "end"
  /** The label is for screen readers only, as for a column of buttons. */
  readonly hideLabel?: boolean
}

type DataTableProps<Row> = {
  readonly caption: string
  /** The caption is for screen readers only, as in a card with the same title. */
  readonly hideCaption?: boolean
  /** Shown next to the caption: a number of rows, for example. */
  readonly aside?: ComponentChildren
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Rows that changed just now. */
  readonly isFresh?: (row: Row) => boolean
  /** Shown instead of rows. */
  readonly empty?: ComponentChildren
}

/** A table with a caption. It scrolls sideways in its own region, and its header stays visible. */
export function DataTable<Row>(props: DataTableProps<Row>): VNode {
  const { caption, hideCaption, aside, columns, rows, rowKey, isFresh, empty } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
    <section class="table-scroll" tabIndex={0} aria-label={`Table: ${caption}`}>
      <table class="table">
        <caption class={hideCaption ? "visually-hidden" : undefined}>
          {caption} <span class="table-aside">{aside}</span>
        </caption>
        {rows.length > 0 && (
          <thead>
            <tr>
              {columns.map(({ key, label, align, hideLabel }) => (
                <th key={key} scope="col" class={align && "table-end"}>
                  <span class={hideLabel ? "visually-hidden" : undefined}>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} class={classes(isFresh?.(row) && "table-fresh")}>
              {columns.map(({ key, align, cell }) => (
                <td key={key} class={align && "table-end"}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="table-empty">{empty}</p>}
    </section>
  )
}
