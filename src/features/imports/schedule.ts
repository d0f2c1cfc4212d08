/** How often a source is imported by itself. */
export const importSchedules = {
  never: 'Only when asked',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
} as const

export type ImportSchedule = keyof typeof importSchedules

export const importScheduleNames = Object.keys(importSchedules) as [ImportSchedule, ...ImportSchedule[]]

const hourMs = 3_600_000
const periodMs: Record<ImportSchedule, number | null> = { never: null, hourly: hourMs, daily: 24 * hourMs, weekly: 168 * hourMs }

/** Null where nothing happens by itself. */
export function nextRunAt(schedule: ImportSchedule, from: Date): Date | null {
  const period = periodMs[schedule]
  return period === null ? null : new Date(from.getTime() + period)
}
