/** The agent API's answers, read into the words of the product: Contract §7. */
export {};
