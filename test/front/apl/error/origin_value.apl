⎕IO←2
