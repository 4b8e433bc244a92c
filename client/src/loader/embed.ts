/** The loader a shop puts on its pages. */
export {};
