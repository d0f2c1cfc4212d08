const cellText = (text: string): string => (/[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A CSV file of these rows, such as Excel reads. */
const csvText = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`

/** A cell that a spreadsheet would run as a formula is marked as text. */
export const harmlessCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** The address of a file that the browser has made. A byte order mark tells Excel that it is UTF-8. */
export const csvAddress = (rows: readonly (readonly string[])[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csvText(rows)}`)}`
