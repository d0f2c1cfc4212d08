/** A dialog that opens gives the focus to what carries the attribute; React knows it only as a call to focus. */
export const focusFirst = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
