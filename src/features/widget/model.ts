/** What an employer may choose about the list on their own site. */

export const widgetThemes = ['auto', 'light', 'dark'] as const
export type WidgetTheme = (typeof widgetThemes)[number]

export const usuallyShown = 5
export const mostShown = 20

/** The message by which the frame asks the page around it for its height. */
export const heightMessage = 'whitecoat-widget-height'
