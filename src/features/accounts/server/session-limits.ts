/** After so many days one signs in again, whatever happened. */
export const sessionDays = 30
/** And after so many in which nothing happened. */
export const idleDays = 7
/** 'Last seen' is as exact as this; a write for every call would be dear. */
export const seenEveryMinutes = 5
