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
  /** The rows are sorted by this column. */
  readonly sorted?: "ascending" | "descending" | undefined
  /** A class of the cells of the column, for its width. */
  readonly class?: string
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
  /**
   * Scroll: as wide as its values, in a region that scrolls sideways. Fit: as wide as the page, with the widths of the
   * column classes, and its head stays visible while the page scrolls. Stack: as scroll, but on a narrow screen each row
   * is a list of labelled values. Default: scroll.
   */
  readonly layout?: "scroll" | "fit" | "stack"
}

/** A table with a caption. */
export function DataTable<Row>(props: DataTableProps<Row>): VNode {
  const { caption, hideCaption, aside, columns, rows, rowKey, isFresh, empty, layout = "scroll" } = props
  return (
    // The keyboard can scroll only what has the focus.
    <section
      class={`table-${layout}`}
      tabIndex={layout === "fit" ? undefined : 0}
      aria-label={`Table: ${caption}`}
    >
      <table class="table">
        <caption class={hideCaption ? "visually-hidden" : undefined}>
          {caption} <span class="table-aside">{aside}</span>
        </caption>
        {rows.length > 0 && (
          <thead>
            <tr>
              {columns.map(({ key, label, align, hideLabel, sorted, ...column }) => (
                <th
                  key={key}
                  scope="col"
                  aria-sort={sorted}
                  class={classes(align && "table-end", column.class)}
                >
                  <span class={hideLabel ? "visually-hidden" : undefined}>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} class={classes(isFresh?.(row) && "table-fresh")}>
              {columns.map(({ key, align, cell, label, hideLabel, ...column }) => (
                <td
                  key={key}
                  class={classes(align && "table-end", column.class)}
                  data-label={hideLabel ? undefined : label}
                >
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
