-- E1104: one that is misspelt, and a module.
module type shape = {}
module m: shap = {}
module n: m = {}
module o: i32 = {}
