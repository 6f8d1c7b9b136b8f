import type { RequestSummary } from "../../http/server.ts"

/** Counts and durations of requests, by call and caller, without any field values. */
export type Metrics = {
  observe(request: RequestSummary): void
  /** In Prometheus' text format. */
  print(): string
}

// Upper bounds, in seconds.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Timing = { readonly counts: number[]; sum: number; total: number }

export function createMetrics(now: () => number = Date.now): Metrics {
  const requests = new Map<string, number>()
  const timings = new Map<string, Timing>()
  const lastUsed = new Map<string, number>()

  return {
    observe({ call = "none", caller = "none", status, durationMs: milliseconds }) {
      const labels = formatLabels({ call, caller, status: String(status) })
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      add(timings, formatLabels({ call }), milliseconds / 1000)
      if (caller !== "none") lastUsed.set(formatLabels({ caller }), now() / 1000)
    },
    print: () =>
      [
        "# HELP mortise_requests_total Requests by call, key and status.",
        "# TYPE mortise_requests_total counter",
        ...[...requests].map(([labels, count]) => `mortise_requests_total{${labels}} ${count}`),
        "# HELP mortise_request_duration_seconds How long requests took.",
        "# TYPE mortise_request_duration_seconds histogram",
        ...[...timings].flatMap(([labels, timing]) => histogram(labels, timing)),
        "# HELP mortise_key_last_used_timestamp_seconds When a key was last used.",
        "# TYPE mortise_key_last_used_timestamp_seconds gauge",
        ...[...lastUsed].map(([labels, at]) => `mortise_key_last_used_timestamp_seconds{${labels}} ${at}`),
        "",
      ].join("\n"),
  }
}

function add(timings: Map<string, Timing>, labels: string, seconds: number): void {
  const timing = timings.get(labels) ?? { counts: buckets.map(() => 0), sum: 0, total: 0 }
  timings.set(labels, timing)
  for (const [index, most] of buckets.entries())
    if (seconds <= most) timing.counts[index] = (timing.counts[index] ?? 0) + 1
  timing.sum += seconds
  timing.total++
}

function histogram(labels: string, { counts, sum, total }: Timing): string[] {
  const name = "mortise_request_duration_seconds"
  return [
    ...buckets.map((most, index) => `${name}_bucket{${labels},le="${most}"} ${counts[index]}`),
    `${name}_bucket{${labels},le="+Inf"} ${total}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${total}`,
  ]
}

const formatLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[^\w.-]/g, "_")}"`)
    .join(",")
