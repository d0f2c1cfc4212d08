/** What the embedded server calls its superuser and its one database. */
export const user = 'whitecoat'
export const database = 'whitecoat'
