/** Autocomplete over the labels of a thesaurus. */

