/** Syntax of colors: `#rgb` or `#rrggbb`. */
export const isColor = (text: string): boolean => /^#([\da-f]{3}){1,2}$/i.test(text);
