import { checkSchedule, type Subject, type Workload } from "./check-schedule.ts"

/** Runs schedules with successive seeds, and returns the first history that no order explains. */
export async function findViolation(
  subject: Subject,
  workloads: readonly Workload[],
  { seed, schedules }: { readonly seed: number; readonly schedules: number },
): Promise<string | undefined> {
  for (let nth = 0; nth < schedules; nth++) {
    const workload = workloads[nth % workloads.length] as Workload
    const violation = await checkSchedule(subject, workload, seed + nth)
    if (violation) return violation
  }
  return undefined
}
