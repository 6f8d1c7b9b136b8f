import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { type Column, DataTable } from "../../../packages/pages/src/data-table.tsx"
import { Field } from "../../../packages/pages/src/field.tsx"
import { Segmented } from "../../../packages/pages/src/segmented.tsx"
import { duration, plural } from "../../../playground/page/format.ts"
import type { OpenedStore } from "../open-store.ts"
import { handWritten } from "./hand-written.ts"
import { type RaceKind, type RaceOptions, type RaceResult, runRace, withUsers } from "./run-race.ts"

type RaceCardProps = {
  readonly store: OpenedStore | undefined
  readonly isBusy: boolean
  /** Runs the race while nothing else runs. */
  readonly onRun: (race: () => Promise<void>) => void
}

type Row = { readonly title: string; readonly result: RaceResult }

const kinds = [
  { value: "link", label: "Open the same link" },
  { value: "account", label: "Link the same account" },
] as const

/** The race: Mortise, and beside it the hand-written adapter, on the same store. */
export function RaceCard({ store, isBusy, onRun }: RaceCardProps): VNode {
  const [options, setOptions] = useState<RaceOptions>({ kind: "link", callers: 8, rounds: 20 })
  const [rows, setRows] = useState<readonly Row[]>([])
  const set = (changes: Partial<RaceOptions>) => setOptions((before) => ({ ...before, ...changes }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (store && !isBusy) onRun(() => race(store, options, setRows))
  }
  return (
    <Card title="Race" level={2}>
      <form class="race" onSubmit={submit}>
        <Segmented<RaceKind>
          legend="What happens at the same time"
          options={kinds}
          value={options.kind}
          onChange={(kind) => {
            set({ kind })
            setRows([])
          }}
        />
        <NumberField
          label="Callers at once"
          max={50}
          value={options.callers}
          set={(callers) => set({ callers })}
        />
        <NumberField label="Rounds" max={200} value={options.rounds} set={(rounds) => set({ rounds })} />
        <Button type="submit" variant="primary" busy={isBusy}>
          Run the race
        </Button>
      </form>
      <DataTable
        caption="Winners of each round"
        columns={columns}
        rows={rows}
        rowKey={({ title }) => title}
        empty="One caller may win each round. Run the race to count the winners."
        layout="stack"
      />
      <p class="visually-hidden" role="status">
        {rows.length > 1 && !isBusy && "The race is over."}
      </p>
      <p class="soft">
        <a href="#the-hand-written-adapter">The code of the hand-written adapter</a> is below. It runs in this
        tab, on the same kind of store.
      </p>
    </Card>
  )
}

async function race(
  store: OpenedStore,
  options: RaceOptions,
  show: (rows: readonly Row[]) => void,
): Promise<void> {
  const racers = [
    { title: "Mortise", racer: store.adapter },
    {
      title: "A hand-written adapter that reads, then writes",
      racer: handWritten(await store.handWrittenRows()),
    },
  ]
  const results = new Map<string, RaceResult>()
  await withUsers(store.adapter, options.callers, async (userIds) => {
    for (const { title, racer } of racers)
      await runRace(racer, userIds, options, (result) => {
        results.set(title, result)
        show([...results].map(([name, latest]) => ({ title: name, result: latest })))
      })
  })
}

const several = ({ winners }: RaceResult): number => winners.filter((count) => count > 1).length

const columns: readonly Column<Row>[] = [
  { key: "title", label: "Adapter", cell: ({ title }) => title },
  { key: "rounds", label: "Rounds", cell: ({ result }) => result.winners.length },
  {
    key: "one",
    label: "With one winner",
    cell: ({ result }) => result.winners.filter((count) => count === 1).length,
  },
  {
    key: "several",
    label: "With several",
    cell: ({ result }) => (
      <Badge tone={several(result) > 0 ? "bad" : "good"}>{plural(several(result), "round")}</Badge>
    ),
  },
  { key: "most", label: "Most winners", cell: ({ result }) => Math.max(...result.winners) },
  {
    key: "time",
    label: "Time per round",
    cell: ({ result }) => duration(result.milliseconds / result.winners.length),
  },
]

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
