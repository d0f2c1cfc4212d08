export const widgetThemes = ['auto', 'light', 'dark'] as const
export type WidgetTheme = (typeof widgetThemes)[number]

export const usuallyShown = 5
export const maxShown = 20

/** The message with which the frame reports its height. */
export const heightMessage = 'whitecoat-widget-height'
