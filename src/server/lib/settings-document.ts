import { settingsTable } from './settings-table.ts'

/** docs/settings.md; its test writes it anew with `npx vitest run settings -u`. */
export function settingsDocument(): string {
  const rows = Object.entries(settingsTable).map(([name, row]) => [
    `\`${name}\``,
    'default' in row ? `\`${row.default}\`` : row.otherwise,
    row.about,
  ])
  return [
    '# Settings',
    '',
    'Environment variables, read once at start. A wrong one stops the start with a line that names it.',
    '',
    ...alignedTable([['setting', 'if not set', 'what it does'], ...rows]),
    '',
  ].join('\n')
}

/** Columns are padded, as the formatter wants them. */
function alignedTable(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}
