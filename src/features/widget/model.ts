/** What an employer may choose about the list on their own site. */

export const widgetThemes = ['auto', 'light', 'dark'] as const
export type WidgetTheme = (typeof widgetThemes)[number]

export const usuallyShown = 5
export const mostShown = 20

/** What the frame tells the page around it, so that it gets the height that it needs. */
export const heightMessage = 'whitecoat-widget-height'
