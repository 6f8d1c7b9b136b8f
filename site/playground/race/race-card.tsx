import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { type Column, DataTable } from "../../../packages/pages/src/data-table.tsx"
import { EmptyState } from "../../../packages/pages/src/empty-state.tsx"
import { Field } from "../../../packages/pages/src/field.tsx"
import { Segmented } from "../../../packages/pages/src/segmented.tsx"
import { plural } from "../../../playground/page/format.ts"
import type { RaceResult } from "./race-adapters.ts"
import type { RaceKind, RaceOptions, RaceTables } from "./run-race.ts"

type RaceCardProps = {
  /** The store can hold the rows of both adapters. */
  readonly isPossible: boolean
  readonly isBusy: boolean
  /** Nothing can be done now. */
  readonly isDisabled: boolean
  /** The version of `@auth/pg-adapter`. */
  readonly official: string
  readonly result: RaceResult | undefined
  readonly onRun: (options: RaceOptions) => void
  readonly onChoosePglite: () => void
}

type Row = { readonly title: string; readonly winners: readonly number[] }

const kinds = [
  { value: "account", label: "Link the same account" },
  { value: "sign_up", label: "Sign up with the same address" },
  { value: "link", label: "Open the same link" },
] as const

const tables = [
  { value: "documented", label: "As documented" },
  { value: "with_keys", label: "With unique keys added" },
] as const

/** The race of Mortise and `@auth/pg-adapter`. */
export function RaceCard(props: RaceCardProps): VNode {
  const { isPossible, isBusy, isDisabled, official, result, onRun, onChoosePglite } = props
  const [options, setOptions] = useState<RaceOptions>({
    kind: "account",
    tables: "documented",
    callers: 8,
    rounds: 20,
  })
  const set = (changes: Partial<RaceOptions>) => setOptions((before) => ({ ...before, ...changes }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (!isBusy && !isDisabled) onRun(options)
  }
  if (!isPossible)
    return (
      <Card title={title} level={2}>
        <EmptyState
          title="The race runs on PGlite"
          action={<Button onClick={onChoosePglite}>Choose PGlite</Button>}
        >
          @auth/pg-adapter needs PostgreSQL. You see what PGlite downloads before it starts.
        </EmptyState>
      </Card>
    )
  return (
    <Card title={title} level={2}>
      <form class="race" onSubmit={submit}>
        <Choice<RaceKind>
          label="At the same time"
          options={kinds}
          value={options.kind}
          onChange={(kind) => set({ kind })}
        />
        <Choice<RaceTables>
          label="Tables of @auth/pg-adapter"
          options={tables}
          value={options.tables}
          onChange={(chosen) => set({ tables: chosen })}
        />
        <NumberField label="Callers" max={50} value={options.callers} set={(callers) => set({ callers })} />
        <NumberField label="Rounds" max={200} value={options.rounds} set={(rounds) => set({ rounds })} />
        <Button type="submit" variant="primary" busy={isBusy} disabled={isDisabled}>
          Run the race
        </Button>
      </form>
      <Winners result={result} options={options} official={official} />
      <p class="visually-hidden" role="status">
        {result && !isBusy && "The race is over."}
      </p>
    </Card>
  )
}

const title = "Race Mortise and @auth/pg-adapter"

type WinnersProps = Pick<RaceCardProps, "result" | "official"> & { readonly options: RaceOptions }

/** The result, if it belongs to the chosen options, and what it means. */
function Winners({ result, options, official }: WinnersProps): VNode {
  const isShown = result?.options.kind === options.kind && result.options.tables === options.tables
  const rows = [
    { title: "mortise/pglite", winners: result?.mortise ?? [] },
    { title: `@auth/pg-adapter ${official}`, winners: result?.official ?? [] },
  ].filter(({ winners }) => isShown && winners.length > 0)
  return (
    <>
      <DataTable
        caption="Winners of each round"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.title}
        empty="One caller may win each round. Run the race to count the winners."
        layout="stack"
      />
      {rows.map(
        (row) =>
          countMost(row) > 1 && (
            <p key={row.title}>
              <strong>{row.title}:</strong> {meanings[options.kind](countMost(row))}
            </p>
          ),
      )}
    </>
  )
}

const countMost = ({ winners }: Row): number => Math.max(...winners)

/** What it means that several callers win. */
const meanings: Readonly<Record<RaceKind, (count: number) => string>> = {
  account: (count) =>
    `one GitHub account belongs to ${count} users. The next sign-in with it gets the one that the database finds first.`,
  sign_up: (count) =>
    `one address has ${count} users. The next sign-in gets the one that the database finds first.`,
  link: (count) => `one link signed in ${count} callers.`,
}

const countSeveral = (winners: readonly number[]): number => winners.filter((count) => count > 1).length

const columns: readonly Column<Row>[] = [
  { key: "title", label: "Adapter", cell: (row) => <code>{row.title}</code> },
  { key: "rounds", label: "Rounds", cell: ({ winners }) => winners.length },
  {
    key: "one",
    label: "With one winner",
    cell: ({ winners }) => winners.filter((count) => count === 1).length,
  },
  {
    key: "several",
    label: "With several",
    cell: ({ winners }) => (
      <Badge tone={countSeveral(winners) > 0 ? "bad" : "good"}>
        {plural(countSeveral(winners), "round")}
      </Badge>
    ),
  },
  { key: "most", label: "Most winners", cell: countMost },
]

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice with a visible label. */
const Choice = <Value extends string>({ label, ...rest }: ChoiceProps<Value>): VNode => (
  <div class="choice">
    <span aria-hidden="true">{label}</span>
    <Segmented<Value> legend={label} {...rest} />
  </div>
)

type NumberFieldProps = {
  readonly label: string
  readonly max: number
  readonly value: number
  readonly set: (value: number) => void
}

/** The browser refuses other numbers when the form is submitted. */
const NumberField = ({ label, max, value, set }: NumberFieldProps): VNode => (
  <Field
    label={label}
    type="number"
    min={2}
    max={max}
    required
    value={value}
    onInput={({ currentTarget }) => set(currentTarget.valueAsNumber)}
  />
)
